/** A text as it is compared: without case, accents and spaces around it. */
export const bare = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
