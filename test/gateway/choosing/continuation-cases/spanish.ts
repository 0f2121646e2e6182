export const spanish = String.raw`
[answer: continues]
ana 4h: Busca un vuelo a Sevilla para el puente
bot 4h: Hay uno por 62 euros. ¿Qué día quieres salir?
> el jueves por la tarde

[answer: continues]
ana 3h: Prepara el correo para la gestoría
bot 3h: Ya está listo. ¿Quieres que lo envíe?
> sí, envíalo

[choice: continues]
ana 2h: ¿Qué color pongo en el salón?
bot 2h: Puedes elegir entre azul grisáceo, blanco roto o verde oliva.
> el primero me gusta más

[choice: continues]
ana 3h: Dame opciones para la cena
bot 3h: 1. Lasaña\n2. Tortilla\n3. Curry de garbanzos\n¿Cuál prefieres?
> la última

[ellipsis: continues]
ana 2h: ¿Qué tiempo hace hoy en Bilbao?
bot 2h: Nublado, 17 grados.
> ¿y mañana?

[ellipsis: continues]
ana 5h: ¿Cuánto cuesta la entrada al museo?
bot 5h: Doce euros.
> ¿y los jubilados?

[anaphora: continues]
ana 70m: Escribe un mensaje para el grupo de padres sobre la excursión
bot 69m: Hola a todos, la excursión es el viernes. Traed agua y gorra.
> hazlo un poco más largo y añade la hora

[anaphora: continues or open]
ana 1d: ¿Qué cafetera recomendaba la revista?
bot 1d: La Brava 20, por el precio.
> ¿esa se puede descalcificar con vinagre?

[correction: continues]
ana 40m: Apunta la revisión del coche para el lunes
bot 39m: Apuntado: revisión del coche, lunes.
> no, quería decir el martes

[correction: continues]
ana 3h: ¿Cuántas calorías tienen 100 gramos de arroz?
bot 3h: Unas 130 si está cocido.
> perdón, me refería al integral

[closing: continues]
ana 2h: ¿Cómo quito el óxido de una sartén?
bot 2h: Con sal gorda y aceite, frotando, y luego la curas en el horno.
> mil gracias, ha quedado como nueva

[closing: continues]
ana 3h: Recuérdame a las siete sacar la basura
bot 3h: Te lo recuerdo a las 19:00.
> genial, gracias

[greeting: new]
ana 10h: ¿Qué significa IVA?
bot 10h: Impuesto sobre el valor añadido.
> Buenos días

[greeting: new]
ana 1d: ¿Cómo se llama el río de Zaragoza?
bot 1d: El Ebro.
> ¡Hola! Quiero montar un huerto en la terraza, ¿me ayudas?

[announced: new]
ana 5m: ¿A qué hora cierra el mercado?
bot 4m: A las tres de la tarde.
> cambiando de tema, ¿cómo se instala Debian en un portátil viejo?

[announced: new]
ana 8m: ¿Cuánto mide el Teide?
bot 7m: 3.715 metros.
> Otra cosa: tengo que escribir un discurso para la boda de mi hermana

[elsewhere: new or open]
ana 12m: Resume el informe de ventas del trimestre
bot 11m: Las ventas suben un 4 %, sobre todo en el norte.
> ¿Cuál es la receta del gazpacho andaluz?

[elsewhere: new]
ana 9h: ¿Quién ganó la etapa de ayer?
bot 9h: Ganó Ruiz al esprint.
> Explícame qué es una hipoteca inversa

[words: continues or open]
ana 3d: La caldera pierde presión cada noche
bot 3d: Revisa el vaso de expansión y las válvulas de los radiadores.
> ¿cómo se cambia el vaso de expansión de la caldera?

[words: continues or open]
ana 2d: La orquídea tiene las raíces negras
bot 2d: Córtalas con tijeras limpias y cambia el sustrato.
> Ya corté las raíces de la orquídea, ¿cada cuánto la riego?

[paste: new or open]
ana 6m: ¿Dónde se tiran las pilas usadas?
bot 5m: En el punto limpio o en los supermercados.
> def media(valores):
    return sum(valores) / len(valores)

print(media([]))
# ZeroDivisionError: division by zero
# python 3.12, ubuntu 24.04

[paste: new or open]
ana 7m: ¿Qué regalo le hago a mi jefa?
bot 6m: Una planta pequeña o un buen libro.
> Estimado cliente: le informamos de que su contrato de suministro finaliza el próximo 30 de junio. Si no recibimos comunicación en contra, se renovará automáticamente por un año con las nuevas tarifas adjuntas. Puede consultar las condiciones en nuestra oficina virtual. Atentamente, el departamento comercial.
Resúmelo en una frase

[mixed: continues]
ana 6h: Ayúdame con la mudanza a Gijón
bot 6h: Empieza por pedir tres presupuestos.
/continue 2m
> ¿Qué empresas hay?

[mixed: new or open]
ana 7m: ¿Quién escribió «La colmena»?
bot 6m: Camilo José Cela.
> gracias. Por cierto, ¿sabes a qué hora abre Correos?
`
