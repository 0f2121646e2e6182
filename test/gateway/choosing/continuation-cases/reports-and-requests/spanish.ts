export const spanish = String.raw`
[worked: continues]
ana 3h: El móvil se queda sin batería enseguida
bot 3h: Baja el brillo y cierra las aplicaciones que usan la ubicación.
> hecho. ahora va mejor

[worked: continues]
ana 6h: No consigo dormir por las noches
bot 6h: Deja el café después de comer y apaga las pantallas una hora antes.
> me ha ayudado

[problem: continues]
ana 5h: Pide dos lámparas como la del salón
bot 5h: Pedidas. Llegan hoy por la tarde.
> ha llegado el paquete, pero falta una

[problem: continues]
ana 2h: ¿Cómo desbloqueo la lavadora?
bot 2h: Mantén pulsado el botón de inicio cinco segundos.
> no pasa nada, sigue cerrada

[changed: continues]
ana 8h: ¿Cuándo viene el electricista?
bot 8h: El miércoles a las diez.
> lo han cambiado al viernes

[changed: continues]
ana 10h: Reserva mesa para cuatro en Casa Lucio
bot 10h: Reservada para las nueve, a nombre de Ana.
> al final somos seis

[detail: continues]
ana 16m: ¿Qué cartucho lleva mi impresora?
bot 16m: Depende del modelo. Está en una pegatina, detrás.
> DeskPro 2710, la blanca

[detail: continues]
ana 95m: Quiero reclamar a la compañía del gas
bot 95m: De acuerdo. Dime el número de contrato, la fecha y el importe.
> 88213, 4 de octubre, 260 euros

[fragment: continues]
ana 6m: Dame un título para el álbum del viaje
bot 6m: Caminos del sur, Tres semanas de luz o Sal y arena.
> más corto

[fragment: continues]
ana 12m: Hazme una rutina de estiramientos
bot 12m: Cuello, hombros, espalda y piernas, quince minutos al día.
> mejor de cinco

[followup: continues]
ana 11m: Quiero hacer una paella para diez
bot 11m: Necesitas un kilo de arroz, dos litros y medio de caldo y una paellera de 60.
> ¿cuánto azafrán le pongo?

[followup: continues]
ana 26m: Estamos pensando en poner placas solares
bot 26m: Con seis placas cubrís casi todo el consumo de una familia.
> ¿y qué mantenimiento necesitan?

[nextday: continues]
ana 18h: El casero no arregla la caldera
bot 18h: Mándale un burofax y dale diez días.
> burofax enviado, ahora a esperar

[nextday: continues]
ana 20h: El perro no quiere comer el pienso nuevo
bot 20h: Mézclalo con el antiguo durante una semana.
> hoy se lo ha comido todo

[request: new]
ana 8m: ¿Cuántas calorías tiene un huevo?
bot 8m: Unas 75.
> escribe un poema sobre un gato

[request: new]
ana 14m: ¿A qué hora cierra la biblioteca?
bot 14m: A las ocho y media.
> dame una receta de croquetas

[task: new]
ana 12m: ¿Cuál es la capital de Mongolia?
bot 12m: Ulán Bator.
> recuérdame mañana a las nueve comprar pan

[task: new]
ana 42m: ¿Quién pintó el Guernica?
bot 42m: Pablo Picasso, en 1937.
> traduce «dónde está el hospital» al alemán

[question: new]
ana 19m: Pasa 50 libras a kilos
bot 19m: Son 22,7 kilos.
> ¿quién fue el primer hombre en la luna?

[question: new]
ana 23m: ¿Abre el mercado los domingos?
bot 23m: No, los domingos cierra.
> ¿cuánto es 16 por 27?

[later: new]
ana 7h: ¿Cómo se quita una mancha de tinta?
bot 7h: Con alcohol y un paño limpio.
> necesito un texto para la invitación de mi boda

[later: new]
ana 6h: ¿Qué significa «sobremesa»?
bot 6h: El rato que se pasa hablando después de comer.
> busca un fontanero en Murcia

[bare: new]
ana 2d: ¿Qué metro va al estadio?
bot 2d: La línea 10.
> ¿conoces algún buen libro?

[bare: new]
ana 28h: Listo, ya he mandado el informe
bot 28h: Estupendo, que descanses.
> cuéntame un chiste
`
