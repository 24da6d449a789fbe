import { beforeEach, expect, it } from 'vitest';

import { NoticeState } from './notice.svelte';

const soon = { id: 'a1', text: 'Restart at 22:00', until: 1 };
const later = { id: 'b2', text: 'Restart at 23:00', until: 2 };
let notice: NoticeState;

beforeEach(() => (notice = new NoticeState()));

it('shows an announcement until it is dismissed, and then the next one', () => {
  notice.take({ announcement: soon, draining: false });
  expect(notice.shown).toEqual(soon);
  notice.dismissAnnouncement();
  expect(notice.shown).toBeNull();
  notice.take({ announcement: soon, draining: false });
  expect(notice.shown).toBeNull();
  notice.take({ announcement: later, draining: false });
  expect(notice.shown).toEqual(later);
});

it('takes away what is over', () => {
  notice.take({ announcement: soon, draining: true });
  notice.take({ announcement: null, draining: false });
  expect(notice.shown).toBeNull();
  expect(notice.isRestartShown).toBe(false);
});

it('tells of a restart until that is dismissed, and of the next one again', () => {
  notice.take({ announcement: null, draining: true });
  expect(notice.isRestartShown).toBe(true);
  notice.dismissRestart();
  notice.take({ announcement: soon, draining: true });
  expect(notice.isRestartShown).toBe(false);
  notice.take({ announcement: null, draining: false });
  notice.take({ announcement: null, draining: true });
  expect(notice.isRestartShown).toBe(true);
});
