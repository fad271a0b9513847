/** The bundler replaces this expression; nothing else of Node's process exists in a browser. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };
