/** Where a picture lies in its frame when it is turned and enlarged, as styles. A turned picture takes the room that it covers, so that all of it can be scrolled to. */
export function placedPaper({ width, height }: { readonly width: number; readonly height: number }, turns: number, zoom: number) {
  const isOnItsSide = turns % 2 === 1;
  return {
    sheet: { width: `${zoom * 100}%`, aspectRatio: isOnItsSide ? `${height} / ${width}` : `${width} / ${height}` },
    picture: {
      width: isOnItsSide ? `${(100 * width) / height}%` : '100%',
      transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
    },
  };
}
