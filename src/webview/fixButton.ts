/** The buttons that help on where a task did not end well. */
import type { Fix } from '../shared/events';
import { button, type Post } from './dom';
import { t } from './words';

export const fixLabels: Readonly<Record<Fix, string>> = {
  'retry': t('Try Again'),
  'choose-model': t('Choose Model'),
  'test-connection': t('Test Connection'),
  'open-settings': t('Open Settings'),
  'show-log': t('Show Log'),
  'start-server-help': t('How to Start a Server'),
  'bring-back': t('Bring It Back'),
  'continue': t('Continue'),
  'start-again': t('Start Again'),
  'trust': t('Manage Workspace Trust'),
};

export function fixButton(fix: Fix, kind: 'primary' | 'secondary', post: Post): HTMLElement {
  return button({ class: kind, 'data-fix': fix }, () => post({ kind: 'fix', fix }), fixLabels[fix]);
}
