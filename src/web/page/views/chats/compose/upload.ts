import type { Answer } from '../../../api.ts'
import type { UploadedFile } from '../../../wire.ts'

export interface Upload {
  done: Promise<Answer<UploadedFile>>
  cancel(): void
}

/** Sends one file. XMLHttpRequest, because fetch does not tell how far it has come. */
export function startUpload(file: Blob, name: string, progress: (share: number) => void): Upload {
  const request = new XMLHttpRequest()
  request.open('POST', `/api/files?name=${encodeURIComponent(name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-skein', '1')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 1)
  const done = new Promise<Answer<UploadedFile>>((resolve) => {
    request.onload = () => resolve(toAnswer(request.status, request.response as { error?: string } | null))
    request.onerror = () => resolve({ status: 'later', error: 'The daemon cannot be reached.' })
    request.onabort = () => resolve({ status: 'refused', error: 'Taken back.' })
  })
  request.send(file)
  return { done, cancel: () => request.abort() }
}

function toAnswer(status: number, body: { error?: string } | null): Answer<UploadedFile> {
  if (status === 200) return { status: 'ok', value: body as UploadedFile }
  const error = body?.error ?? `The daemon answered ${status}.`
  return { status: status === 401 ? 'signed-out' : 'refused', error }
}
