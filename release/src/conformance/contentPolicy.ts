/**
 * The headers under which a remote is played: the content policy of the server (a browser test compares the two) and, on top,
 * that no script runs without integrity.
 */
export const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'nonce-highcharts' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "connect-src 'self' ws: wss:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types tessera-host tessera-host#webpack tessera-remote#webpack highcharts 'allow-duplicates'",
].join(';');

export const policyHeaders = {
  'content-security-policy': contentPolicy,
  'integrity-policy': 'blocked-destinations=(script)',
  'cache-control': 'no-store',
} as const;
