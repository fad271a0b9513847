/** A client that does not read makes us keep what it is sent: past a bound its connection is cut. */
import type { OurSocket } from './OurSocket';

const maxUnreadPackets = 500;

export const isSlow = (socket: OurSocket): boolean =>
  (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length > maxUnreadPackets;

/** Not a polite close: that would wait for the very packets nobody reads, and for an answer that does not come. */
export function cutOff(socket: OurSocket): void {
  const { transport } = socket.conn as unknown as { transport: { socket?: { terminate?(): void } } };
  socket.conn.close(true);
  transport.socket?.terminate?.();
}
