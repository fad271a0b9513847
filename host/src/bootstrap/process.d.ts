/** The bundler replaces these expressions; nothing else of Node's process exists in a browser. */
declare const process: { readonly env: { readonly NODE_ENV?: string; readonly TESSERA_BUILD?: string } };
