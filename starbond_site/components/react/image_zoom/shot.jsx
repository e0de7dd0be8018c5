/** One picture in every format; its proportions are reserved before it arrives. */
export function Shot({ picture, sizes, first, ...rest }) {
  return (
    <picture {...rest}>
      {picture.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={picture.src}
        width={picture.width}
        height={picture.height}
        alt={picture.alt}
        draggable="false"
        fetchPriority={first ? "high" : "low"}
        style={picture.colour && { backgroundColor: picture.colour }}
      />
    </picture>
  );
}
