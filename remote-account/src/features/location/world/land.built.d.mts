declare const land: { readonly path: string };
export default land;
