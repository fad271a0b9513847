/** A version: the number for people, the hash for telling two builds apart. */
export function Version({ version }: { readonly version: string }) {
  const [number, hash] = version.split('+');
  return (
    <span className="code">
      {number}
      {hash === undefined ? null : (
        <>
          <wbr />
          <span className="soft">+{hash}</span>
        </>
      )}
    </span>
  );
}
