/** The OpenAPI document of the endpoint table. Nothing in it is written by hand twice: paths, fields and bounds come from the rows. */
import * as z from 'zod/mini';
import { endpoints, idempotencyHeader } from '@tessera/shared/contract';
import { errorCodes } from '@tessera/shared/errors';
import type { Endpoint } from '@tessera/shared/contract';

type Json = Record<string, unknown>;

const mediaTypes = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
} as const;

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function queryParameters(endpoint: Endpoint): Json[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.request, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({ in: 'query', name, required: required.includes(name), schema }));
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const parameters: Json[] = endpoint.method === 'GET' ? queryParameters(endpoint) : [];
  if (endpoint.movesMoney === true) {
    parameters.push({
      in: 'header',
      name: idempotencyHeader,
      required: false,
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    });
  }
  const security = { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] }[endpoint.auth];
  const body = endpoint.body && {
    required: true,
    content: { [mediaTypes[endpoint.body]]: { schema: schemaOf(endpoint.request, 'input') } },
  };
  const ok = {
    type: 'object',
    required: ['type', 'message'],
    properties: { type: { const: 'ok' }, message: schemaOf(endpoint.response, 'output') },
  };
  return {
    operationId: name,
    tags: [endpoint.path.split('/')[0]],
    security,
    parameters,
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      200: {
        description: 'Data, a refusal by its code, or 999 when the session is over.',
        content: { 'application/json': { schema: { anyOf: [ok, { $ref: '#/components/schemas/Refusal' }] } } },
      },
    },
  };
}

export function openApiDocument(): Json {
  const paths = Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      `/api/${endpoint.path}`,
      { [endpoint.method.toLowerCase()]: operationOf(name, endpoint) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Tessera', version: '1' },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authorization' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['type', 'message'],
          properties: {
            type: { enum: ['error', '999'] },
            message: { enum: [...errorCodes] },
            params: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  };
}
