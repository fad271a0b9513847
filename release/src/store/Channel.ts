/** What a pointer is named by: `pointer/prod.json`. There is one; another would be a second app. */
export const channels = ['prod'] as const;
export type Channel = (typeof channels)[number];
export const onlyChannel: Channel = 'prod';
