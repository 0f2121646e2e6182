import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { areUsable, encryptFor, MAX_PAYLOAD_BYTES } from '../../../src/web/push/encryption.ts'
import { createReceiver } from './push-endpoint.ts'

test('what the standard encrypted can be read by the receiver of these tests', () => {
  const receiver = createReceiver(
    'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
  )
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(receiver.decrypt(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

test('the browser reads what was encrypted for it, and nobody else does', () => {
  const [browser, other] = [createReceiver(), createReceiver()]
  for (const text of ['An answer is there.', '', 'ä'.repeat(MAX_PAYLOAD_BYTES / 2)]) {
    const body = encryptFor(browser, Buffer.from(text))
    expect(browser.decrypt(body)).toBe(text)
    expect(() => other.decrypt(body)).toThrow()
    expect(body.length).toBeLessThanOrEqual(4096)
  }
  expect(() => encryptFor(browser, Buffer.alloc(MAX_PAYLOAD_BYTES + 1))).toThrow('too large')
})

test('keys that are no keys are not usable', () => {
  const { p256dh, auth } = createReceiver()
  expect(areUsable({ p256dh, auth })).toBe(true)
  const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  for (const keys of [
    { p256dh: noPoint, auth },
    { p256dh: p256dh.slice(0, 40), auth },
    { p256dh, auth: randomBytes(8).toString('base64url') },
  ])
    expect(areUsable(keys)).toBe(false)
})
