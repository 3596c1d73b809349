/** Taking a task in hand, by pointer or keyboard, and putting it somewhere. */

/** Begin to drag the task of a tile. */
export function grab(event, entry) {}

/** What a key does to the tile that has focus; true where it did something. */
export function press(event, entry) { return false; }
