/** Names that come one by one in a turn go out together at its end. */
export function collected<Name extends string>(send: (names: readonly Name[]) => void): (name: Name) => void {
  let names = new Set<Name>();
  return (name) => {
    if (names.size === 0)
      setImmediate(() => {
        const gathered = [...names];
        names = new Set();
        send(gathered);
      });
    names.add(name);
  };
}
