/** Below /api, where a picture is shown. */
export const pictureRoute = '/upload/image';
