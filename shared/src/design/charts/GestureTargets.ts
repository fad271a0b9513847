/** What a gesture on a plot moves. */
export interface GestureTargets {
  pan(px: number): void;
  /** `factor` above 1 shows more bars; `anchor` is the place in px that stays. */
  zoom(factor: number, anchorPx: number): void;
  cross(place: { readonly x: number; readonly y: number } | undefined): void;
}
