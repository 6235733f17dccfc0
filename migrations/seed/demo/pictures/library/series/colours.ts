/** Colours that pictures share: what people wear, and what is out of focus behind a close view. */

export const WARM = ["#c9683f", "#33383d"] as const;
export const CALM = ["#e6ddcf", "#3f4a52"] as const;
export const BLUE = ["#3f6478", "#d8cbb6"] as const;
export const OCHRE = ["#d2a04f", "#4a3b34"] as const;
export const GREEN = ["#7f9a6c", "#c9a77a", "#b9ab98"] as const;
export const SEA = ["#6fa6b4", "#e2cfa6", "#d3bd98"] as const;
export const SNOW = ["#b7c7d8", "#e9edf2", "#cdd3da"] as const;
export const DUSK = ["#4a5a80", "#c9a77a", "#b7aeb0"] as const;
export const ROOM = ["#cdbfa8", "#b98a5e", "#cfc4b3"] as const;
export const OFFICE = ["#a9b8bd", "#d8cdb8", "#b7b9b8"] as const;
