/** Pictures that a person hands in. */
export { PictureField } from './PictureField';
export type { PictureFieldProps } from './PictureField';
