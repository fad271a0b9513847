/* The page that was asked for ("/pc/#/pages/market/index") opens inside the frame. */
const screen = document.querySelector('.screen');
const show = () => {
  if (location.hash.startsWith('#/')) screen.src = `/h5/?frame=phone${location.hash}`;
};
show();
addEventListener('hashchange', show);
