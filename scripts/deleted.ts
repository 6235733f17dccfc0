/** Runs where the service says that the visit is deleted: the browser forgets the conversations that its pages kept. */
import { forgetTurns } from "@/lib/assistant/browser.ts";

forgetTurns();
