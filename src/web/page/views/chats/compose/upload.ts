import type { Answer } from '../../../api.ts'
import type { UploadedFile } from '../../../wire/wire.ts'
import type { ApiWords } from '../../../words/api-words.ts'
import type { Upload } from './tray.ts'

/** Sends one file. XMLHttpRequest, because fetch does not tell how far it has come. */
export function startUpload(file: Blob, name: string, progress: (share: number) => void, words: ApiWords): Upload {
  const request = new XMLHttpRequest()
  request.open('POST', `/api/files?name=${encodeURIComponent(name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-skein', '1')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 1)
  const done = new Promise<Answer<UploadedFile>>((resolve) => {
    request.onload = () => resolve(toAnswer(request.status, request.response as { error?: string } | null, words))
    request.onerror = () => resolve({ status: 'later', error: words.notReached })
    request.onabort = () => resolve({ status: 'refused', error: words.takenBack })
  })
  request.send(file)
  return { done, cancel: () => request.abort() }
}

function toAnswer(status: number, body: { error?: string } | null, words: ApiWords): Answer<UploadedFile> {
  if (status === 200) return { status: 'ok', value: body as UploadedFile }
  const error = body?.error ?? words.answered(status)
  return { status: status === 401 ? 'signed-out' : 'refused', error }
}
