/** What a model's reply turned out to be, as a value: calls, an answer, or something to correct. */
import type { RawToolCall } from '../ports';

/** A call that may run: the tool exists, the arguments fit its schema. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** For the history: the model's own string where that was valid JSON, else the repaired arguments. Always valid JSON. */
  readonly raw: RawToolCall;
}

export type ProblemCode =
  /** Cut off, by the output limit or without notice; never run. */
  | 'truncated'
  | 'invalid_arguments'
  | 'unknown_tool'
  /** A required value is a stand-in such as `<path>`. */
  | 'placeholder'
  /** Neither words nor a call. */
  | 'empty'
  /** The same words over and over. */
  | 'repetition';

/** One thing that was wrong, said to the model. */
export interface Problem {
  readonly code: ProblemCode;
  /** The offered tool that was meant, where one was recognised. */
  readonly tool?: string;
  /** What was wrong, the nearest names, one correct example: the words of the tool-role answer. */
  readonly text: string;
  /** The bad call in a form the history may hold (arguments valid JSON, no repaired values); absent where there was none. */
  readonly raw?: RawToolCall;
}

export type Reply =
  | {
      readonly kind: 'calls';
      /** In the order written; at least one. */
      readonly calls: readonly ToolCall[];
      /** Bad calls beside the good ones. */
      readonly problems: readonly Problem[];
      /** The words around the calls, without any markup. */
      readonly text: string;
      readonly reasoning: string;
    }
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly reasoning: string;
      /** The output limit or a lost connection ended it. */
      readonly cut: boolean;
    }
  | {
      readonly kind: 'malformed';
      /** At least one. */
      readonly problems: readonly Problem[];
      readonly text: string;
      readonly reasoning: string;
    };
