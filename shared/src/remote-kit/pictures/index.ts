/** Pictures that a person hands in. */
export { PictureField } from './PictureField';
export { preparePicture } from './preparePicture';
export type { PictureFieldProps } from './PictureField';
