/** The number of an Interest Treasure order, as people read it. */
export const treasureNumber = (id: number): string => `IT${String(id).padStart(8, '0')}`;
