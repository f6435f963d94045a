/** Asks the person before a command runs, in words that can't be made to hide what the command does. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { Approval, ApprovalRequest } from '../engine/ports';
import { heard } from '../shared/heard';
import { visible } from '../shared/visible';
import { confirm } from './confirm';

/** Longest reason, and longest risk, that is shown: the model's words must not push the folder and the risks out of sight. */
const longestReason = 400;

/** A command of more rows stands behind folder, reason and risks. */
const mostRowsFirst = 12;
/** Characters that surely wrap into another row. */
const row = 100;
/** Further risks are counted: the list must not push the command out of sight. */
const mostRisks = 6;

/** Shows the modal question. Closing it, and anything but the two buttons, is a no. */
export async function askApproval(request: ApprovalRequest, roomsFolder: string): Promise<Approval> {
  const run = vscode.l10n.t('Run');
  const always = vscode.l10n.t('Always Allow This Command');
  const { message, detail } = approvalText(request, roomsFolder);
  const answer = await confirm(message, detail, run, always);
  if (answer === run) return 'run';
  return answer === always ? 'always' : 'no';
}

/** The words of the question: the whole command, each of its lines marked, and folder, reason and risks. */
export function approvalText(request: ApprovalRequest, roomsFolder: string): { readonly message: string; readonly detail: string } {
  const lines = request.line.split('\n').map((line, index) => `${index === 0 ? '$' : '>'} ${visible(line).replace(/ {40,}/g, (blanks) => vscode.l10n.t('[{0} blanks]', blanks.length))}`);
  const name = scratchCopyOf(request.cwd, roomsFolder);
  const facts = [name === undefined ? vscode.l10n.t('Folder: {0}', visible(request.cwd)) : vscode.l10n.t('Folder: scratch copy of {0}', visible(name))];
  for (const risk of request.risks.slice(0, mostRisks)) facts.push(vscode.l10n.t('Look twice: {0}', shortened(visible(heard(risk, vscode.l10n.t)))));
  if (request.risks.length > mostRisks) facts.push(vscode.l10n.t('Look twice: {0} more reasons of this kind', request.risks.length - mostRisks));
  // Last and between marks: where a long one wraps, its words would begin a line like the question's own.
  const reason = visible(request.reason.replace(/[\s“”„]+/g, ' ').trim());
  if (reason !== '') facts.push(request.reasonBy === 'model' ? vscode.l10n.t('The model\'s reason: “{0}”', shortened(reason)) : vscode.l10n.t('Reason: {0}', shortened(heard(reason, vscode.l10n.t))));
  // A long question scrolls: nobody should take its beginning for all of it, or miss what stands behind it.
  const message = lines.length > 1 ? vscode.l10n.t('Run these {0} lines?', lines.length) : vscode.l10n.t('Run this command?');
  const [first, second] = lines.reduce((rows, line) => rows + Math.ceil(line.length / row), 0) > mostRowsFirst ? [facts, lines] : [lines, facts];
  return { message, detail: `${first.join('\n')}\n\n${second.join('\n')}` };
}

/** The project's name for a folder in its scratch copy, whose path says nothing to a person; undefined for any other. */
function scratchCopyOf(folder: string, roomsFolder: string): string | undefined {
  const within = path.relative(roomsFolder, folder).split(path.sep);
  return within[0] === '..' || path.isAbsolute(within[0] ?? '') || within.length < 2 ? undefined : within.slice(1).join('/');
}

function shortened(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}
