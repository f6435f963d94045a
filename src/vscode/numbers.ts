/** Numbers and times as the person's language writes them. */
import * as vscode from 'vscode';

/** What dates and times are written in: the machine's own way, unless Whittle speaks another language than English. */
export function timeLanguage(): string | undefined {
  return vscode.l10n.bundle === undefined ? undefined : vscode.env.language;
}

/** The language Whittle speaks in this window: the editor's own where there are words for it. */
export function spokenLanguage(): string {
  return timeLanguage() ?? 'en';
}

export function count(value: number): string {
  return decimal(value, 0);
}

export function decimal(value: number, digits: number): string {
  return value.toLocaleString(spokenLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
