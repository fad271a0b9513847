/** Stands in for a plain style sheet in tests. */
export default {};
