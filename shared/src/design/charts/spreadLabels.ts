/**
 * Labels of lines that lie close together, moved apart: in the order of their lines, none over another, all between the
 * edges while there is room. Answers the places in the order given.
 */
export function spreadLabels(wanted: readonly number[], height: number, from: number, to: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let free = from;
  const placed = order.map(({ y }) => {
    const at = Math.max(y, free);
    free = at + height;
    return at;
  });
  // What was pushed out at the bottom pushes back up.
  let limit = to;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? limit, limit);
    limit = (placed[index] ?? limit) - height;
  }
  const answer = wanted.map((y) => y);
  order.forEach((label, rank) => {
    answer[label.index] = placed[rank] ?? 0;
  });
  return answer;
}
