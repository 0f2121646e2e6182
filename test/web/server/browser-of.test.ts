import { expect, test } from 'vitest'
import { browserOf } from '../../../src/web/server/sign-in.ts'

const mozilla = 'Mozilla/5.0'
const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox', 'Linux'],
  [`${mozilla} (X11; Linux x86_64) ${like} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (X11; Linux x86_64) ${like} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge', 'Windows'],
  [
    `${mozilla} (Linux; Android 10; K) ${like} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${like} Version/17.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${like} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${like} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iPhone',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${like} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['curl/8.5.0', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s', (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toEqual({ browser, system })
})

test('only the beginning of a long one is looked at', () => {
  expect(browserOf(`${'x '.repeat(300)}Firefox/128.0`)).toEqual({ browser: null, system: null })
})
