/** Projects: money under management, with a number of participants, an end, and one result for everybody. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, decimalText, id, instantMs, page, paging, positiveText, request, uuid } from './wire';

/** `open`: takes participants; `running`: their money is at work; `ended`: the result is published and paid. */
export const projectStatus = z.enum(['open', 'running', 'ended', 'cancelled']);
export const project = z.object({
  id,
  /** In the person's language. */
  name: z.string(),
  about: z.string(),
  asset: assetId,
  min: positiveText,
  max: positiveText,
  scale: z.int(),
  participants: z.int(),
  maxParticipants: z.int(),
  capacity: z.nullable(positiveText),
  taken: positiveText,
  /** Until when it takes participants, and when it ends. */
  closesAtMs: instantMs,
  endsAtMs: instantMs,
  status: projectStatus,
  /** Of what was put in, as two operators published it: "-0.031" is a loss. null until then. */
  result: z.nullable(z.object({ share: decimalText, statement: z.string(), publishedAtMs: instantMs })),
  /** The version of its published terms. */
  version: z.int(),
});
export type Project = z.infer<typeof project>;
export const projectOrderRow = z.object({
  id,
  clientOrderId: z.nullable(uuid),
  orderNumber: z.string(),
  projectId: id,
  projectName: z.string(),
  asset: assetId,
  amount: positiveText,
  status: z.enum(['open', 'running', 'ended', 'cancelled']),
  /** What came back, and what of it is profit; null until the end. */
  returned: z.nullable(positiveText),
  profit: z.nullable(decimalText),
  atMs: instantMs,
  endsAtMs: instantMs,
});
export type ProjectOrder = z.infer<typeof projectOrderRow>;
export const projects = { request: request({ id: z.optional(id), ...paging }), response: page(project) };
/** Newest first. */
export const projectOrders = {
  request: request({ id: z.optional(id), clientOrderId: z.optional(uuid), ...paging }),
  response: page(projectOrderRow),
};
export const projectOrder = {
  request: request({ projectId: z.optional(id), amount: positiveText, version: z.int(), clientOrderId: uuid, ...stepUp }),
  response: projectOrderRow,
};
