import { describe, expect, it } from 'vitest';

import { sharedOrigin } from './sharing';

const at = (origin: string) => ({ origin, hostname: new URL(origin).hostname });
const told = (public_url: string | null, network_url: string | null) => ({
  public_url,
  network_url,
});
const LAN = 'http://192.168.1.20:8642';

describe('the address that others are given', () => {
  it('is the one that the operator has told, wherever the page came from', () => {
    const site = told('https://games.example.org', LAN);
    expect(sharedOrigin(site, at('http://localhost:8642'))).toBe('https://games.example.org');
    expect(sharedOrigin(site, at(LAN))).toBe('https://games.example.org');
  });

  it('is else the page’s own, which works', () => {
    expect(sharedOrigin(told(null, 'http://172.17.0.2:8642'), at(LAN))).toBe(LAN);
    expect(sharedOrigin(told(null, null), at('http://den.local:8642'))).toBe(
      'http://den.local:8642',
    );
  });

  it.each([
    'http://localhost:8642',
    'http://127.0.0.1:8642',
    'http://127.0.1.1',
    'http://[::1]:8642',
    'http://game.localhost',
  ])('is never this computer’s own name for itself: %s', (origin) => {
    expect(sharedOrigin(told(null, LAN), at(origin))).toBe(LAN);
    expect(sharedOrigin(told(null, null), at(origin))).toBeNull();
  });
});
