/** What the model is told when its reply can't be used; each ends with the next move. */

export const corrections = {
  textOnly: 'Text alone does nothing here. Call a tool now, or finish if the work is done.',
  answerWithFinish: 'Call a tool to look further, or call finish with your answer as summary.',
  cut: 'Your reply was cut off at the output limit and nothing of it was run. Send a shorter one: one symbol or one small edit per call.',
  loop: 'You made the same calls with the same results again. Do something else: read another place, make a different edit, or finish and say what is in the way.',
  leftOut: (calls: number): string =>
    `${calls} further call${calls === 1 ? '' : 's'} of your reply ${calls === 1 ? 'was' : 'were'} not run. Read the results, then call only what is still needed, few at once.`,
  interrupted: 'The person stopped this before it ended. What it changed until then is not known: look before you go on.',
  goOn: (asked: string): string => `Go on with this, which was interrupted; what was edited until then is in the files: ${asked}`,
  longReply: 'Your last reply was far too long; only its beginning is kept.',
  planFirst: 'This task needs a plan first. Call set_plan with 2 to 8 steps.',
  openSteps: (numbers: readonly number[]): string =>
    `Steps ${numbers.join(', ')} of the plan are still open. Do them and call complete_step for each; or call finish again and say in the summary why they are not needed.`,
  notOffered: (name: string, offered: readonly string[]): string =>
    `${name} is not offered in this task. Offered: ${offered.join(', ')}. Call one of these.`,
  takenBack: 'What you changed in this turn did not hold and was taken back: the files are as they were before it. Read them again before you change them.',
  broughtBack: (paths: readonly string[]): string => `The person brought your changes in ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${String(paths.length - 5)} more` : ''} back. Read these files again before you change them.`,
  /** For the person. */
  untrustedNotice: 'This folder is not trusted, so edits and commands are off; questions are answered. Trust the folder to let Whittle work in it.',
} as const;
