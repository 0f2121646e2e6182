import type { Locator } from 'playwright-core'
import { decodeQrCode } from '../../support/qr-decoder.ts'

/** What the camera of a phone reads from a QR code on the screen. */
export async function readQrCode(code: Locator): Promise<string> {
  await code.scrollIntoViewIfNeeded()
  const picture = (await code.screenshot({ caret: 'initial' })).toString('base64')
  const camera = await code.page().context().newPage()
  const { width, height, pixels } = await camera.evaluate<{
    width: number
    height: number
    pixels: number[]
  }>(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${picture}'
    await picture.decode()
    const { width, height } = picture
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    return { width, height, pixels: Array.from({ length: width * height }, (_, at) => data[at * 4]) }
  })()`)
  await camera.close()
  return decodeQrCode({ width, height, pixels })
}
