/** The state of the answers so far, as the wizard shows it. */
export interface Standing {
  /** The answers it was computed from. */
  readonly optionIds: readonly string[];
  /** Name of the current pick; null when there is none. */
  readonly systemName: string | null;
  /** No further answer can change the pick. */
  readonly mayStop: boolean;
  /** Open questions in ask order, and whether an answer can still change the pick. */
  readonly open: readonly { readonly factorId: string; readonly canChange: boolean }[];
}
