import { describe, expect, test } from 'vitest'
import { readMime } from '../../../peers/mail/mime.ts'
import { ana, delivery, never, startSending, us } from './rig.ts'
import { startScriptedSmtp } from './scripted-smtp.ts'

describe('an answer by mail', () => {
  test('goes to who wrote, in the thread, and under the id that its receipt gives', async () => {
    const smtp = await startScriptedSmtp()
    const { sender } = startSending({ smtp: smtp.port })
    const receipt = await sender.send(delivery('It is **this**.'), never)
    expect(smtp.taken).toMatchObject([{ from: us, to: [ana] }])
    const mail = readMime(smtp.taken[0]?.bytes ?? Buffer.alloc(0))
    expect(receipt).toEqual({ status: 'sent', remoteId: mail.header('message-id') })
    expect(mail.header('subject')).toBe('Re: The weather')
  })
})
