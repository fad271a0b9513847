/** A page of this app, with what it is asked for: "/pages/help/detail?id=about". */
export const ownPagePattern = /^\/pages(\/[A-Za-z0-9]+){2}(\?[^\s\\#<>"]*)?$/;
/** An address of another site, without a name to sign in there. */
export const outsidePattern = /^https:\/\/[^\s\\@<>"/?#]+([/?#][^\s\\<>"]*)?$/;
