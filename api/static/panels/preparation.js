/** A room that is prepared for a meeting (rules PAGE-41 and PAGE-42). */
export async function begin() {}
export const view = () => null;
