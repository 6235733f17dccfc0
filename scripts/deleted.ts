/**
 * Runs where the service says that the visit is deleted: the browser forgets the conversations that its pages kept. Loaded
 * without `defer`, because what follows on the page says that it has.
 */
import { forgetTurns } from "@/lib/assistant/browser.ts";

forgetTurns();
