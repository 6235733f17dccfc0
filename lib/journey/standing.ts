/** How far answers have come, as the wizard shows it. */
export interface Standing {
  /** The answers that it holds for. */
  readonly optionIds: readonly string[];
  /** The pick so far; null where there is none. */
  readonly systemName: string | null;
  /** No further answer can change the pick. */
  readonly mayStop: boolean;
  /** Open questions in asking order, and whether an answer can still change the pick. */
  readonly open: readonly { readonly factorId: string; readonly canChange: boolean }[];
}
