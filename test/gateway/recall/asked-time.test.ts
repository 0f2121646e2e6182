import { expect, test } from 'vitest'
import { timeAsked } from '../../../src/gateway/recall/asked-time.ts'

test.each([
  ['When did we move?', 'We moved last Friday', 'We moved'],
  ['Wann sind wir umgezogen?', 'Am Freitag sind wir umgezogen', 'Wir sind umgezogen, hier gefällt es uns'],
  ['An welchem Tag war der Arzttermin?', 'Der Termin ist übermorgen', 'Der Termin ist beim neuen Arzt'],
  ['Wie lange ist das her?', 'Das war im März', 'Das war schön'],
  ['Quand avons-nous déménagé ?', 'Nous avons déménagé hier', 'Nous avons déménagé enfin'],
  ['Quel jour est le rendez-vous ?', 'C’est mercredi prochain', 'C’est chez le nouveau médecin'],
  ['Il y a combien de temps ?', 'Il y a trois jours', 'Il y a trop de bruit'],
  ['¿Cuándo nos mudamos?', 'Nos mudamos la semana pasada', 'Nos mudamos por fin'],
  ['¿Qué día es la cita?', 'La cita es el miércoles', 'La cita es con otro médico'],
  ['¿Cuánto hace de eso?', 'Hace tres días', 'Hace mucho frío'],
  ['我们什么时候搬家的？', '我们上个月搬家了', '我们搬家了'],
  ['医生预约在哪一天？', '预约在5月3号', '预约在新医生那里'],
  ['我們幾號搬家？', '我們昨天搬家了', '我們搬家了'],
])('%s is answered by a line that names a time', (question, told, untold) => {
  const namesTime = timeAsked(question)
  expect([namesTime?.(told), namesTime?.(untold)]).toEqual([true, false])
})

test('a question for something else asks for no time', () => {
  const asked = ['Where did we move?', 'Wo wohnen wir hier?', 'Où habitons-nous ?', '¿Dónde vivimos?', '我们住在哪里？']
  expect(asked.map((text) => timeAsked(text))).toEqual(asked.map(() => undefined))
})

test('a year is a time in a line of any language', () => {
  expect(timeAsked('Wann war das?')?.('Das war 2019')).toBe(true)
})
