/** Mean radius of the earth (IUGG), in km. */
const EARTH_KM = 6371.0088;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Returns the distance of two positions on a sphere (haversine): at most 0.6 % off that on the ellipsoid of WGS 84. */
export function distanceKm([latitude, longitude], [otherLatitude, otherLongitude]) {
  const north = Math.sin(radians(otherLatitude - latitude) / 2);
  const east = Math.sin(radians(otherLongitude - longitude) / 2);
  const chord = north ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude)) * east ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
