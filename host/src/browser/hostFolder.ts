/** Where the server serves the host and all its files (`publicPath` in shared/build/hostConfig.mjs). */
export const hostFolder = '/h5/';
