export function startStandIn(options?: object): Promise<unknown>;
export function loadSessions(paths: readonly string[]): unknown[];
