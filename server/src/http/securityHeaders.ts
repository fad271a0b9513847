/**
 * The headers of every answer. One policy serves app, remotes and desktop page: scripts only from our origin (and the one
 * that releases may lie on) and never inline, styles from files plus the two exceptions that the chart library needs (its nonce, and its empty style element
 * by hash), sockets to wherever the page came from, frames only among ourselves.
 */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const contentSecurityPolicy = (artifactOrigins: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...artifactOrigins],
    'style-src': ["'self'", ...artifactOrigins, "'nonce-highcharts'", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
    'connect-src': ["'self'", ...artifactOrigins, 'ws:', 'wss:'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // Text becomes a script address or markup only through these: the host's check of releases, the bundler's chunk
    // loaders (two releases of one remote create the same name), and the chart library.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['tessera-host', 'tessera-host#webpack', 'tessera-remote#webpack', 'highcharts', "'allow-duplicates'"],
  },
});

/** Nothing that the app does not do. It takes pictures of documents, and finds the city near somebody who asks for that. */
const permissionsPolicy = [
  'accelerometer',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('camera=(self)', 'geolocation=(self)')
  .join(', ');

const oneYearSeconds = 31_536_000;

/** `artifactOrigin`: where the pointer may name releases besides our own origin (a content network in front of the bucket). */
export async function addSecurityHeaders(app: FastifyInstance, artifactOrigin: string | undefined): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(artifactOrigin === undefined ? [] : [artifactOrigin]),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'sameorigin' },
    // Published remotes are read across origins by design (a content network in front of them).
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    // Only where the connection is secure: a browser would remember it for http://127.0.0.1 too.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${oneYearSeconds}; includeSubDomains`);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
