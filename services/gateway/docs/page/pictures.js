/** A plugin of Swagger UI, which shows the source of an SVG: the picture instead. */
export function showPictures({ React }) {
  function Picture({ content }) {
    const address = React.useMemo(() => URL.createObjectURL(new Blob([content], { type: 'image/svg+xml' })), [content])
    const heading = React.createElement('h5', null, 'Response body')
    return React.createElement('div', null, heading, React.createElement('img', { src: address, alt: 'The picture' }))
  }
  const responseBody = (ResponseBody) => (response) =>
    React.createElement(response.contentType?.startsWith('image/svg') ? Picture : ResponseBody, response)
  return { wrapComponents: { responseBody } }
}
