import { localized } from './localized.ts'

/** Why a message could not be sent, on whichever channel. Each channel has its own messages in its folder. */
export const channelMessages = localized({
  en: {
    empty: 'it is empty',
    gatewaySaid: (status: number) => `a gateway on the way answered ${status}`,
    serverSaid: (status: string) => `the server answered ${status}`,
  },
  de: {
    empty: 'sie ist leer',
    gatewaySaid: (status) => `ein Gateway unterwegs antwortete ${status}`,
    serverSaid: (status) => `der Server antwortete ${status}`,
  },
})
