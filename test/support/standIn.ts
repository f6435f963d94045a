/** The scripted stand-in server, typed for tests. */
import { startStandIn as start } from '../../scripts/standIn/server.mjs';

export interface Turn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly raw?: string;
  readonly finish?: string;
  readonly fail?: string;
  readonly if?: string;
  readonly delay?: number;
}

export interface Session {
  readonly match: string;
  readonly turns: readonly (Turn | readonly Turn[])[];
}

export interface ServedRequest {
  readonly at: number;
  readonly closedAt: number | null;
  readonly finished: boolean;
  readonly body: {
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
}

export interface StandIn {
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  control(change: { readonly fail?: string | null; readonly delay?: number }): void;
  close(): Promise<void>;
}

export async function startStandIn(options: { readonly sessions: readonly Session[]; readonly delay?: number; readonly fail?: string }): Promise<StandIn> {
  return (await start({ delay: 0, ...options })) as StandIn;
}
