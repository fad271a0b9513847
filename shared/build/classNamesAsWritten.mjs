/** Stands in for a CSS module in tests: `styles.primary` is 'primary'. */
export default new Proxy({}, { get: (_, name) => String(name) });
