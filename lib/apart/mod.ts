/**
 * Apart: work on what strangers send, in a process of its own that can be ended whatever it does. A thread would not do:
 * one that fills its memory takes the whole process along, and it does not end when it is told to.
 */
export { type ApartLimits, type Excess } from "./limits.ts";
export { type Child, type ChildOptions, startChild } from "./child.ts";
export { answerParent, type Order } from "./answer.ts";
