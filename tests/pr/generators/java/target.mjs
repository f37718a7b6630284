export { generate } from '../openapi-generator.mjs'
export const pins = 'jars.sha256'
export const install = `
rm -rf jars
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
(cd jars && LC_ALL=C sha256sum *.jar) | diff jars.sha256 -`
export const compile = `
rm -rf classes
javac --release 17 -Xlint:all,-deprecation -Werror -classpath 'jars/*' -d classes $(find client/src/main -name '*.java')
javac --release 17 -Xlint:all -Werror -classpath 'jars/*:classes' -d classes Program.java`
export const run = "java -classpath 'jars/*:classes' Program"
